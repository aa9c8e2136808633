import type { Json, Schema } from './schema.ts';

export interface FieldProps {
  readonly name: string;
  readonly schema: unknown;
  readonly root: Schema;
  readonly required?: boolean;
  /** Undefined: the caller leaves it out. */
  readonly value: Json | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

/** A field that consists of other fields. */
export interface GroupProps extends Omit<FieldProps, 'schema'> {
  readonly schema: Schema;
  /** The input of one inner value. */
  readonly Field: (props: FieldProps) => preact.JSX.Element;
}
