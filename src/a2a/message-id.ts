/** The id by which agents of Synapse recognize a repeated message over A2A. */

/** The extension that its card declares: the same id from the same caller is the same task. */
export const MESSAGE_ID_EXTENSION = 'urn:synapse:message-id';

/** The key of the id in the metadata of a message. */
export const MESSAGE_ID_KEY = 'synapse.message_id';
