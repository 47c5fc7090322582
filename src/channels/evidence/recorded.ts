/** stored: the agent has recorded the text · answered: and after it something that its model has said. */
export type Recorded = 'absent' | 'stored' | 'answered';
