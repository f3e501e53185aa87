import type { ReactNode } from "react";

interface FieldProps {
  /** As it is posted; once in a page. */
  name: string;
  label: string;
  /** A short sentence below the field. */
  help?: string;
}

const helpId = ({ name, help }: FieldProps): string | undefined => help && `${name}-help`;

function Field({ name, label, help, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {help && <small id={helpId({ name, label, help })}>{help}</small>}
    </div>
  );
}

interface ChoiceProps extends FieldProps {
  options: readonly string[];
  value?: string;
  /** The label of the empty option. */
  empty?: string;
}

export function Choice({ options, value, empty, ...field }: ChoiceProps) {
  return (
    <Field {...field}>
      <select id={field.name} name={field.name} defaultValue={value} aria-describedby={helpId(field)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === "" ? empty : option}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface NumberProps extends FieldProps {
  min: number;
  max: number;
  /** Undefined: may be left empty. */
  value?: number;
}

export function NumberField({ min, max, value, ...field }: NumberProps) {
  return (
    <Field {...field}>
      <input
        id={field.name}
        name={field.name}
        type="number"
        min={min}
        max={max}
        defaultValue={value}
        aria-describedby={helpId(field)}
      />
    </Field>
  );
}

interface TextProps extends FieldProps {
  value?: string;
  pattern?: string;
}

export function TextField({ value, pattern, ...field }: TextProps) {
  return (
    <Field {...field}>
      <input
        id={field.name}
        name={field.name}
        defaultValue={value}
        pattern={pattern}
        autoComplete="off"
        aria-describedby={helpId(field)}
      />
    </Field>
  );
}
