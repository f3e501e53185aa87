interface ChoiceProps {
  name: string;
  label: string;
  options: readonly string[];
  value?: string;
  /** The label of the empty option. */
  empty?: string;
}

export function Choice({ name, label, options, value, empty }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === "" ? empty : option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberProps {
  name: string;
  label: string;
  min: number;
  max: number;
  /** Undefined: may be left empty. */
  value?: number;
}

export function NumberField({ name, label, min, max, value }: NumberProps) {
  return (
    <label>
      {label}
      <input name={name} type="number" min={min} max={max} defaultValue={value} />
    </label>
  );
}

interface TextProps {
  name: string;
  label: string;
  value?: string;
  pattern?: string;
}

export function TextField({ name, label, value, pattern }: TextProps) {
  return (
    <label>
      {label}
      <input name={name} defaultValue={value} pattern={pattern} autoComplete="off" />
    </label>
  );
}
