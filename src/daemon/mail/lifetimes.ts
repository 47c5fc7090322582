/** How long messages wait before they expire. */

export const DEFAULT_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** The latest instant a date can name: for what a person is to read, which never expires. */
export const NEVER_AT = 8.64e15;
