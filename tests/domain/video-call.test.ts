import { expect, test } from 'vitest'
import { isRoomPath, roomUrl } from '../../src/domain/video-call/paths'
import { joinedPhase, type CallFacts } from '../../src/domain/video-call/phase'

const facts = (over: Partial<CallFacts>): CallFacts => ({
  side: 'patient',
  standing: { isAdmitted: true, other: 'seat' },
  peer: 'none',
  isHeard: true,
  wasTalking: false,
  ...over,
})
const nobody = { isAdmitted: true, other: null }
const outside = { isAdmitted: false, other: 'seat' }
const outsideAlone = { isAdmitted: false, other: null }

test('what a page that joined shows, by what it knows', () => {
  const rows: readonly (readonly [Partial<CallFacts>, string])[] = [
    [{ standing: null, isHeard: false }, 'joining'],
    [{ standing: null }, 'joining'],
    [{ standing: nobody }, 'alone'],
    [{ standing: nobody, wasTalking: true }, 'gone'],
    [{ standing: outside }, 'waiting'],
    [{ standing: outsideAlone }, 'waiting'],
    [{ standing: outside, side: 'host' }, 'knocking'],
    [{ standing: outsideAlone, side: 'host' }, 'alone'],
    [{}, 'linking'],
    [{ peer: 'linking' }, 'linking'],
    [{ peer: 'linked' }, 'talking'],
    // Media go on while the room is not heard for a moment.
    [{ peer: 'linked', isHeard: false }, 'talking'],
    [{ peer: 'lost' }, 'lost'],
    [{ isHeard: false }, 'lost'],
    [{ standing: null, isHeard: false, wasTalking: true }, 'lost'],
  ]
  for (const [over, phase] of rows) expect([over, joinedPhase(facts(over))]).toEqual([over, phase])
})

test('a room’s page is at two paths and no others', () => {
  for (const path of ['/call/host', '/call/patient', '/Call/Patient', '/call/host/'])
    expect(isRoomPath(path), path).toBe(true)
  for (const path of ['/', '/call', '/call/', '/call/other', '/call/host/x', '/x/call/host'])
    expect(isRoomPath(path), path).toBe(false)
  expect(roomUrl('https://ward.example', 'host', 't')).toBe('https://ward.example/call/host#t')
})
