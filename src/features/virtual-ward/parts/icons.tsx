import { icon } from '../../../ui/layout/icons'

/** Icons of this board alone: they come with its screen. */
export const IconFilter = icon(<path d="M3 5h14M5.5 10h9M8 15h4" />)
export const IconSort = icon(
  <path d="M6 4v12M3.2 13.2 6 16l2.8-2.8M14 16V4M11.2 6.8 14 4l2.8 2.8" />,
)
export const IconDisplay = icon(
  <path d="M3 6h7M14 6h3M3 14h3M10 14h7M12 6m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 14m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0" />,
)
export const IconFullWidth = icon(
  <path d="M2.5 10h15M5 7.5 2.5 10 5 12.5M15 7.5l2.5 2.5-2.5 2.5" />,
)
export const IconFullScreen = icon(
  <path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" />,
)
export const IconWall = icon(<path d="M2.5 4h15v9.5h-15zM7 16.5h6M10 13.5v3" />)
export const IconPrevious = icon(<path d="M12.5 4.5 7 10l5.5 5.5" />)
export const IconNext = icon(<path d="M7.5 4.5 13 10l-5.5 5.5" />)
export const IconPause = icon(<path d="M7 4.5v11M13 4.5v11" />)
export const IconPlay = icon(<path d="M6.5 4.5v11l9-5.5z" />)
