/**
 * Where the outbox keeps what is to be told: signed, and sealed where it holds words, so that it
 * outlives the keys of who said it.
 */
export const deferredNoticesId = 'told later'
