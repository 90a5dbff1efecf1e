export {
  callChannel,
  hear,
  keepSeat,
  leaveSeat,
  lookAtRoom,
  purgeVideoCalls,
  sayInRoom,
  takeSeat,
  type OpenedRoom,
  type RoomParts,
  type Sitting,
  type Unsaid,
} from './repository'
