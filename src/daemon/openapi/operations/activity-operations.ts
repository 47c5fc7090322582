/** Routes for watching the whole home. */
import type { Operations } from '../operation.js';
import { about, done, either, number, object, ref, text, words } from '../schema.js';

export const ACTIVITY_OPERATIONS: Operations = {
  'GET /activity': {
    access: 'self',
    summary: 'Streams what happens in the whole home; people only',
    details: 'The stream begins with a snapshot, unless `since` names a place from which it can go on.',
    query: {
      since: about(text, 'the cursor of the last event that was seen'),
      past: about(number, 'how many seconds of the past the snapshot shows; none by default'),
    },
    answer: {
      media: 'text/event-stream',
      each: either(
        object({ event: words('snapshot'), snapshot: ref('Snapshot') }),
        object({ event: words('change'), change: ref('Activity') }),
      ),
    },
    errors: ['forbidden', 'invalid_request'],
  },
  'POST /needs/dismiss': {
    access: 'self',
    summary: 'Takes a failure off the list of what needs the person; people only',
    details:
      'Only needs of the kinds `message`, `given_up`, `dead` and `held` can be dismissed. They do not come back.',
    body: object({ id: about(text, 'the id of the need') }),
    answer: object({ success: done, id: text }),
    errors: ['forbidden', 'invalid_request'],
  },
};
