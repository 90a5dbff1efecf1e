import type { Room } from '../../ui/room'

/** A video call with a patient, and its two links. */
export const videoCallRoom: Room = {
  id: 'video-call',
  routes: [],
  patientActions: [
    {
      id: 'video-call',
      order: 12,
      label: (texts) => texts.doors.videoCall,
      action: 'video-call.start',
      look: () => 'button',
      load: () => import('./VideoCallDialog').then((module) => module.VideoCallDialog),
      loadReason: () => import('./VideoCallDialog').then((module) => module.NobodyToCall),
    },
  ],
}

/** The page of a call, which is no page of the portal (src/app/call.tsx). */
export const loadCallPage = () => import('./CallPage').then((module) => module.CallPage)
