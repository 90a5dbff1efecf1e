import { describe, expect, test } from 'vitest'
import {
  chestPlaces,
  countUnplaced,
  firstPlace,
  playTime,
  quadrantsSeen,
  soundsAt,
} from '../../src/domain/checkup/breath-sounds'
import {
  checkupFileUrl,
  fileIdOf,
  isFit,
  mediaTypes,
  namedFiles,
  savedFileName,
} from '../../src/domain/checkup/checkup-file'
import { shownFile } from '../../src/features/checkup/files.view'
import { problem } from '../../src/domain/problem'

const id = '5b76e947-dbdf-5700-b410-f08d47d78b44'
const sounds = [
  { url: `/files/${id}/front_upper_left.wav` },
  { url: 'https://elsewhere.example/back_lower_right.mp3?x=1' },
  { url: `/files/${id}/cough.wav` },
]

describe('breath sounds', () => {
  test('C153 C154 there are eight places, and the sound of one is that whose address has its view and quadrant', () => {
    expect(chestPlaces.map(({ view, quadrant }) => `${view}_${quadrant}`)).toEqual([
      'front_upper_left',
      'front_upper_right',
      'front_lower_left',
      'front_lower_right',
      'back_upper_left',
      'back_upper_right',
      'back_lower_left',
      'back_lower_right',
    ])
    for (const place of chestPlaces) {
      const all = chestPlaces.map((one) => ({ url: `/x/${one.view}_${one.quadrant}.wav` }))
      expect(soundsAt(all, place)).toEqual([`/x/${place.view}_${place.quadrant}.wav`])
      expect(soundsAt([], place)).toEqual([])
    }
    expect(
      soundsAt([...sounds, { url: '/again/back_lower_right.wav' }], {
        view: 'back',
        quadrant: 'lower_right',
      }),
    ).toEqual([sounds[1]?.url, '/again/back_lower_right.wav'])
    expect(soundsAt(sounds, { view: 'front', quadrant: 'lower_right' })).toEqual([])
  })

  test('what says no place is counted, and the first place with a sound comes first', () => {
    expect([countUnplaced(sounds), countUnplaced([])]).toEqual([1, 0])
    expect(firstPlace(sounds.slice(1))).toEqual({ view: 'back', quadrant: 'lower_right' })
    expect(firstPlace([])).toEqual({ view: 'front', quadrant: 'upper_left' })
  })

  test('who looks at the front has the patient’s right on the left, at the back on the right', () => {
    expect(quadrantsSeen('front')).toEqual([
      'upper_right',
      'upper_left',
      'lower_right',
      'lower_left',
    ])
    expect(quadrantsSeen('back')).toEqual([
      'upper_left',
      'upper_right',
      'lower_left',
      'lower_right',
    ])
  })

  test.each([
    [0, '00:00:000'],
    [0.0004, '00:00:000'],
    [1.5, '00:01:500'],
    [59.9996, '01:00:000'],
    [61.007, '01:01:007'],
    [3_599.999, '59:59:999'],
    [6_000, '100:00:000'],
    [-1, '00:00:000'],
    [Number.NaN, '00:00:000'],
    [Number.POSITIVE_INFINITY, '00:00:000'],
  ])('C156 %d s is shown as %s', (seconds, text) => {
    expect(playTime(seconds)).toBe(text)
  })
})

describe('a file that a check-up names', () => {
  test('is of this server by its form alone', () => {
    expect(fileIdOf(checkupFileUrl(id, 'leg.png'))).toBe(id)
    for (const other of [
      'https://elsewhere.example/files/x/leg.png',
      '/leg.png',
      '/files/x',
      '/files/x/y/z.png',
      '/files/x/../z.png',
      '/files/x/.png',
      `/files/${id}/leg.png?x`,
      '//files/x/leg.png',
      ' /files/x/leg.png',
    ])
      expect(fileIdOf(other), other).toBeNull()
  })

  test('is found in each field with its place, in order', () => {
    const url = checkupFileUrl(id, 'a.png')
    expect(
      namedFiles({
        picture: [{ url: 'https://x.example/a' }, { url }],
        lungSounds: [{ url }],
        attachments: [{ downloadUrl: url }],
      }).map(({ use, nth, fileId }) => [use, nth, fileId]),
    ).toEqual([
      ['picture', 1, id],
      ['lungSounds', 0, id],
      ['attachments', 0, id],
    ])
  })

  test('fits where it can be shown', () => {
    const fit = (use: 'picture' | 'lungSounds' | 'attachments') =>
      mediaTypes.filter((type) => isFit(use, type))
    expect(fit('picture')).toEqual(['image/jpeg', 'image/png', 'image/webp'])
    expect(fit('lungSounds')).toEqual(['audio/wav', 'audio/mpeg', 'audio/mp4'])
    expect(fit('attachments')).toEqual(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
    expect(mediaTypes.map((type) => savedFileName(type, '2026-03-02T12:00:00.000Z'))).toEqual([
      'picture-2026-03-02.jpg',
      'picture-2026-03-02.png',
      'picture-2026-03-02.webp',
      'attachment-2026-03-02.pdf',
      'breath-sound-2026-03-02.wav',
      'breath-sound-2026-03-02.mp3',
      'breath-sound-2026-03-02.m4a',
    ])
  })

  const url = checkupFileUrl(id, 'a.png')
  const found = { url, mediaType: 'image/png', byteCount: 1, address: '/Prod/x' }
  const failed = problem('server', 'The server failed')
  test.each([
    ['here', url, { value: [found], problem: null, offline: false }],
    ['here', url, { value: [found], problem: failed, offline: true }],
    ['gone', url, { value: [], problem: null, offline: false }],
    ['offline', url, { value: null, problem: failed, offline: true }],
    ['failed', url, { value: null, problem: failed, offline: false }],
    ['asked', url, { value: null, problem: null, offline: false }],
    ['elsewhere', 'https://x.example/a.png', { value: [found], problem: null, offline: false }],
  ] as const)('is %s: %s', (kind, named, answer) => {
    expect(shownFile(named, answer).kind).toBe(kind)
  })
})
