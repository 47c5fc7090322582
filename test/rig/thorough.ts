/** Whether tables that take minutes are played in full: `npm run test:all` does, `npm test` takes a part that touches every row. */
export const isThorough = process.env.SYNAPSE_TESTS === 'all';
