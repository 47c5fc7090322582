/** Whether tables that take minutes run in full, as in `npm run test:all`. `npm test` runs a part that covers every row. */
export const isThorough = process.env.SYNAPSE_TESTS === 'all';
