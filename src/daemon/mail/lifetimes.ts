/** How long messages wait before they expire. */

export const DEFAULT_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** The latest instant that a date can have. Mail for a person never expires. */
export const NEVER_AT = 8.64e15;
