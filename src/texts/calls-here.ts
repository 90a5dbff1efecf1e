import type { PushProblem } from '../domain/calling/push'

/** Calls on this device, on /account; the same in both editions. */
export const callsHereTexts = {
  heading: 'Calls on this device',
  lead: 'While you are on call, this device shows when you are called, also while Lamplight is closed. It tells how severe the alert is, and nothing about the patient. This ends when you sign out, or when your sign-in expires; if you are on call then or in the 12 hours after it, this device tells you 15 minutes before. You are called by email as well.',
  on: 'Calls are on for this device.',
  off: 'Calls are off for this device: you are called by email only.',
  failed: 'Whether calls are on for this device could not be read.',
  turnOn: 'Turn on calls',
  turnOff: 'Turn off calls',
  test: 'Send me a test call',
  blocked:
    'Notifications from Lamplight are blocked in this browser. Allow them in the settings of the browser, then reload this page.',
  notSupported:
    'This browser cannot show calls. On an iPhone or iPad, add Lamplight to the Home Screen and open it from there.',
  noServer: 'Calls on devices are not available here: you are called by email only.',
  offline: 'Calls are turned on and off when the connection is back.',
  notReady: 'Lamplight is not ready for calls on this device yet. Reload this page and try again.',
  noService:
    'The browser could not be reached by its push service. Check the connection, and try again.',
  notTurnedOn: 'Calls were not turned on.',
  notTurnedOff: 'Calls were not turned off.',
  notSent: 'The test call was not sent.',
  onItsWay: 'The test call is on its way.',
  waits: 'The push service of this browser has not taken the test call yet. It is tried once more.',
  sent: (at: string): string => `Sent at ${at}, not received yet.`,
  silent: (at: string): string =>
    `Sent at ${at}, and not received yet. Check in the settings of this device that this browser may show notifications, and that do not disturb is off.`,
  received: (at: string): string => `Received at ${at}.`,
  problems: {
    gone: 'The push service does not know this browser any more. Turn calls off and on again.',
    refused: 'The push service refused the test call. Turn calls off and on again.',
    unheard: 'The push service did not answer.',
    late: 'The test call could not be sent within half an hour.',
  } satisfies Readonly<Record<PushProblem, string>>,
}
