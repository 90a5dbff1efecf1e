import type { OwnMedia } from '../../domain/video-call/view'

const wanted: readonly MediaStreamConstraints[] = [
  { video: { width: { ideal: 1280 }, facingMode: 'user' }, audio: true },
  { video: false, audio: true },
  { video: { width: { ideal: 1280 }, facingMode: 'user' }, audio: false },
]

/** Camera and microphone, or the one that there is and that may be used. Never rejects. */
export const openMedia = async (
  devices: MediaDevices | undefined,
): Promise<OwnMedia<MediaStream>> => {
  for (const constraints of devices === undefined ? [] : wanted) {
    const stream = await devices?.getUserMedia(constraints).catch(() => null)
    if (stream != null)
      return {
        stream,
        hasCamera: stream.getVideoTracks().length > 0,
        hasMicrophone: stream.getAudioTracks().length > 0,
      }
  }
  return { stream: null, hasCamera: false, hasMicrophone: false }
}
