import { createHmac } from 'node:crypto'
import { roomMs, type IceServer } from '../../src/domain/video-call/video-call'

/** What the operator says of STUN and TURN. */
export interface IceSettings {
  readonly urls: readonly string[]
  /** Shared with the TURN server (coturn: `static-auth-secret`); absent: there is none. */
  readonly turnSecret?: string | undefined
}

/** Whether media are passed on by the server of an address. */
const isTurn = (url: string): boolean => /^turns?:/.test(url)

/**
 * What a browser is told: who may use the TURN server gets a name and a password of their own that end with the longest call
 * (draft-uberti-behave-turn-rest), never the secret.
 */
export const iceServersAt = ({ urls, turnSecret }: IceSettings, nowMs: number): IceServer[] => {
  const [turn, stun] = [urls.filter(isTurn), urls.filter((url) => !isTurn(url))]
  const username = `${Math.ceil((nowMs + roomMs) / 1000)}`
  return [
    ...(stun.length === 0 ? [] : [{ urls: stun }]),
    ...(turn.length === 0 || turnSecret === undefined
      ? []
      : [
          {
            urls: turn,
            username,
            credential: createHmac('sha1', turnSecret).update(username).digest('base64'),
          },
        ]),
  ]
}
