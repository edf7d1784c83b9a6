import type { Life } from '#view';

/** The state machine of simulated hardware, with the state at the moment. */
export function LifePart({ life }: { readonly life: Life }): React.ReactNode {
  const { states, now } = life;
  return (
    <details>
      <summary>State machine{now !== undefined && `: ${now}`}</summary>
      <ul className="life">
        {states.map(({ name, next }) => (
          <li key={name} aria-current={name === now ? 'step' : undefined}>
            <b>{name}</b>
            {name === now && ' (now)'}
            {next.length > 0 && (
              <span className="dim">
                {' → '}
                {next.map(({ target, when }) => `${target} (${when})`).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
