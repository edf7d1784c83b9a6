/** The text by which a list is filtered. @param hint what it may be */
export function FilterField(field: {
  readonly value: string;
  readonly hint: string;
  readonly onChange: (value: string) => void;
}): React.ReactNode {
  const { value, hint, onChange } = field;
  return (
    <label>
      Filter{' '}
      <input
        type="search"
        value={value}
        placeholder={hint}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
