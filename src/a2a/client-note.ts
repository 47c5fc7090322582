/** The parts of an A2A client's message that are kept so that it can be shown as it was sent. */
export interface ClientNote {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly extensions?: readonly string[];
  readonly references?: readonly string[];
}

/** The key of the note in the metadata of a message. */
export const CLIENT_NOTE = '_a2a';
