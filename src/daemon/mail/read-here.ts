/** Tasks whose sender reads them at this daemon, so that nothing about them is sent anywhere. */

/** The key in the metadata of such a task and of its replies. */
export const READ_HERE = '_read_here';

export function isReadHere(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata[READ_HERE] === true;
}
