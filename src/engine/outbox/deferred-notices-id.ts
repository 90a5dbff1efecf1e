/** Where the outbox keeps deferred notices, signed and sealed. */
export const deferredNoticesId = 'told later'
