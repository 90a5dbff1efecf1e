/** A call on a locked screen, the same in both editions: nothing of the patient. */
export const pushedCallTexts = {
  title: 'Lamplight: you are called',
  text: (severity: number): string => `An alert of severity ${severity} needs someone now.`,
  /** What was pushed could not be read. */
  unread: 'An alert needs someone now.',
}
