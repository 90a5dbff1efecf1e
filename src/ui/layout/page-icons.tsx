import { icon } from './frame-icons'

export const IconCopy = icon(<path d="M7 7h9v9H7zM4 13V4h9" />)
export const IconEdit = icon(<path d="M4 16v-3l9-9 3 3-9 9zM11 6l3 3" />)
export const IconBell = icon(<path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3" />)
export const IconMore = icon(<path d="M4.5 10v.01M10 10v.01M15.5 10v.01" strokeWidth="2.6" />)
export const IconSearch = icon(
  <path d="m13 13 4 4M14.4 8.7a5.7 5.7 0 1 1-11.4 0 5.7 5.7 0 0 1 11.4 0Z" />,
)
export const IconRefresh = icon(<path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.8v3.4h-3.4" />)
export const IconUp = icon(<path d="m5.5 12 4.5-4.5 4.5 4.5" />)
export const IconFirst = icon(<path d="M14.5 5.5 10 10l4.5 4.5M6 5.5v9" />)
export const IconLast = icon(<path d="M5.5 5.5 10 10l-4.5 4.5M14 5.5v9" />)
export const IconOffline = icon(
  <path d="M3 3l14 14M6 10.3a6 6 0 0 1 2-1.3M3.4 7.6A10 10 0 0 1 6 6M9.2 5.1a10 10 0 0 1 7.4 2.5M12 9a6 6 0 0 1 2 1.3M10 14.5v.01" />,
)
export const IconPeople = icon(
  <path d="M7.5 9.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.5 16a5 5 0 0 1 10 0M13 9.3a2.5 2.5 0 0 0 .4-5M14.6 11.6a4.6 4.6 0 0 1 3 4.4" />,
)
export const IconRecord = icon(<path d="M5 3h7l3.5 3.5V17H5zM12 3v3.5h3.5M7.5 10h5M7.5 13h5" />)
export const IconCheckup = icon(
  <path d="M4.5 4.5h11V17h-11zM8 3h4v3H8zM6.5 11.5h2l1.3-2.7 1.6 4.7 1.1-2h1" />,
)
export const IconSound = icon(<path d="M4 8v4M7 5.5v9M10 7.5v5M13 4v12M16 8v4" />)
export const IconPlay = icon(<path d="m6.5 4 9.5 6-9.5 6z" fill="currentColor" />)
export const IconPause = icon(<path d="M7 4.5v11M13 4.5v11" strokeWidth="3" />)
export const IconPicture = icon(
  <path d="M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M12.8 7.5v.01" />,
)
export const IconEcg = icon(<path d="M2.5 11h3.5l1.5-5 3 9.5 2-6.5 1 2h4" />)
export const IconPulse = icon(<path d="M2.5 10.5h3l2-5 3.5 9.5 2-6 1 1.5h3.5" />)
export const IconCalendar = icon(<path d="M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5" />)
const star = 'm10 2.8 2.2 4.6 5 .6-3.7 3.5 1 5-4.5-2.5-4.5 2.5 1-5L2.8 8l5-.6Z'
export const IconStar = icon(<path d={star} />)
export const IconStarFilled = icon(<path d={star} fill="currentColor" />)
