import type { MuteReason } from '../domain/virtual-ward/alarm'

/** The sound of a desk, the same in both editions. */
export const alarmTexts = {
  /** Of the switch. */
  sound: 'Alarm sound',
  blocked: {
    title: 'The alarm sound is off',
    text: 'The browser plays no sound on this page until you press the button.',
    turnOn: 'Turn the sound on',
  },
  offline: 'Offline: new alerts make no sound until the connection is back',
  sounding: (count: number): string =>
    count === 1
      ? '1 grave alert that nobody deals with'
      : `${count} grave alerts that nobody deals with`,
  open: 'Open alerts',
  muted: (until: string, reason: string): string => `Sound muted until ${until}: ${reason}`,
  mutedText: 'A new grave alert sounds all the same.',
  unmute: 'Sound again',
  because: 'Mute for 10 minutes because',
  mute: 'Mute',
  reasons: {
    onTheWay: 'Someone is on the way to the patient',
    onTelephone: 'Someone is on the phone with the patient',
    disturbing: 'It disturbs care here',
    other: 'Another reason',
  } satisfies Readonly<Record<MuteReason, string>>,
}
