import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom'
import { paths } from '../ui/paths'
import type { Room, RoomLayout, RoomRoute } from '../ui/room'
import { ErrorPage } from './ErrorPage'
import type { RouteHandle } from './Gate'
import type { LastActivity } from './notices/last-activity'
import { Root } from './Root'
import { CardFrame } from './shell/CardFrame'
import { loadFrame } from './shell/frames'

const pageOf = (route: RoomRoute): RouteObject => ({
  path: route.access.path,
  handle: { access: route.access, title: route.title, layout: route.layout } satisfies RouteHandle,
  lazy: async () => ({ Component: await route.load() }),
})

const frames: Readonly<Record<RoomLayout, Pick<RouteObject, 'Component' | 'lazy'>>> = {
  card: { Component: CardFrame },
  standard: { lazy: async () => ({ Component: await loadFrame.standard() }) },
  'off-piste': { lazy: async () => ({ Component: await loadFrame['off-piste']() }) },
}

/** The routes of all rooms, each within the frame it asks for, all behind the gate. */
export const routesOf = (rooms: readonly Room[], activity: LastActivity): RouteObject[] => {
  const routes = rooms.flatMap((room) => room.routes)
  return [
    {
      element: <Root rooms={rooms} activity={activity} />,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [
        // P040; the guard of the virtual ward then applies (decisions, Terms guard).
        { path: '/', loader: () => redirect(paths.virtualWard()), Component: () => null },
        ...(['standard', 'off-piste', 'card'] as const).map((layout): RouteObject => ({
          ...frames[layout],
          children: [
            {
              ErrorBoundary: ErrorPage,
              children: routes.filter((route) => route.layout === layout).map(pageOf),
            },
          ],
        })),
      ],
    },
  ]
}

/** The router of the portal, on the browser's history. */
export const createPortalRouter = (rooms: readonly Room[], activity: LastActivity) =>
  createBrowserRouter(routesOf(rooms, activity))
