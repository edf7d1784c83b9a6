import { switchAxis } from '../page/actions.ts';
import { store, usePage } from '../page/store.ts';

/** Which axis of time it is, and that only a part of it is shown. */
export function Axis({ isPart }: { readonly isPart: boolean }): React.ReactNode {
  const isFilm = usePage((state) => state.isFilm);
  return (
    <p className="axis-words">
      {isPart && (
        <button
          type="button"
          aria-keyshortcuts="0"
          title="Shows the whole time (0)"
          onClick={() => store.set({ zoom: undefined })}
        >
          show all
        </button>
      )}
      <button
        type="button"
        aria-keyshortcuts="x"
        title={
          isFilm
            ? 'Quiet stretches are short; each time stands where it is (x)'
            : 'Each second is as wide as another (x)'
        }
        onClick={switchAxis}
      >
        {isFilm ? 'film time' : 'true time'}
      </button>
    </p>
  );
}
