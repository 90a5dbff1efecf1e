import { paths } from '../ui/paths'
import type { RoomRoute } from '../ui/room'
import { rooms } from './rooms'

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '')
const isAt = (pattern: string, path: string): boolean => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)]
  return (
    given.length <= wanted.length &&
    wanted.every((part, at) =>
      given[at] === undefined ? part.endsWith('?') : part.startsWith(':') || part === given[at],
    )
  )
}

/** The route of a member's path; undefined: no such. For use before there is a router. */
export const memberRouteAt = (path: string): RoomRoute | undefined => {
  const at = path === '/' ? paths.virtualWard() : path
  return rooms
    .flatMap(({ routes }) => routes)
    .find(({ access }) => access.access === 'member' && isAt(access.path, at))
}
