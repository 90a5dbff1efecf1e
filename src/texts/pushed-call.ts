/** A call on a locked screen, the same in both editions: nothing of the patient. */
export const pushedCallTexts = {
  title: 'Lamplight: you are called',
  text: (severity: number): string => `An alert of severity ${severity} needs someone now.`,
  test: 'This is the test call that you asked for. It has arrived.',
  endingTitle: 'Lamplight: calls to this device end soon',
  /** The sign-in ends. */
  ending:
    'Your sign-in on this device ends soon, and the calls to it with it. Sign in again to be called here.',
  /** What was pushed could not be read. */
  unread: 'An alert needs someone now.',
}
