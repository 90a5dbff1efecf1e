import type { ReactNode } from 'react'

/** Line icons on a 20 px grid, in the colour of the text. They never stand alone: a word or a name goes with each. */
const icon = (path: ReactNode) =>
  function Icon({ size = 20 }: { readonly size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        style={{ flex: 'none' }}
      >
        {path}
      </svg>
    )
  }

export const IconClose = icon(<path d="m5 5 10 10M15 5 5 15" />)
export const IconCheck = icon(<path d="m4 10.5 4 4 8-9" />)
export const IconCopy = icon(<path d="M7 7h9v9H7zM4 13V4h9" />)
export const IconClock = icon(<path d="M10 6v4.2l2.6 1.6M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />)
export const IconWarning = icon(<path d="M10 3.2 17.5 16h-15L10 3.2ZM10 8.2v3.6M10 14v.01" />)
export const IconInfo = icon(<path d="M10 9v5M10 6.2v.01M17.2 10a7.2 7.2 0 1 1-14.4 0 7.2 7.2 0 0 1 14.4 0Z" />)
export const IconMenu = icon(<path d="M3 6h14M3 10h14M3 14h14" />)
export const IconSearch = icon(<path d="m13 13 4 4M14.4 8.7a5.7 5.7 0 1 1-11.4 0 5.7 5.7 0 0 1 11.4 0Z" />)
export const IconRefresh = icon(<path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.8v3.4h-3.4" />)
export const IconDown = icon(<path d="m5.5 8 4.5 4.5L14.5 8" />)
export const IconRight = icon(<path d="m8 5.5 4.5 4.5L8 14.5" />)
export const IconLeft = icon(<path d="M12 5.5 7.5 10l4.5 4.5" />)
export const IconFirst = icon(<path d="M14.5 5.5 10 10l4.5 4.5M6 5.5v9" />)
export const IconLast = icon(<path d="M5.5 5.5 10 10l-4.5 4.5M14 5.5v9" />)
export const IconOffline = icon(<path d="M3 3l14 14M6 10.3a6 6 0 0 1 2-1.3M3.4 7.6A10 10 0 0 1 6 6M9.2 5.1a10 10 0 0 1 7.4 2.5M12 9a6 6 0 0 1 2 1.3M10 14.5v.01" />)
export const IconUser = icon(<path d="M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10ZM3.8 16.6a6.4 6.4 0 0 1 12.4 0" />)
export const IconEye = icon(<path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z" />)
export const IconEyeOff = icon(<path d="M3 3l14 14M8 5.2A8 8 0 0 1 10 5c4.800 0 7.500 5 7.500 5a13 13 0 0 1-2 2.600M5.300 6.500A13 13 0 0 0 2.500 10S5.200 15 10 15a7 7 0 0 0 3.200-.8M8.400 8.500a2.200 2.200 0 0 0 3.100 3.100" />)
export const IconPeople = icon(<path d="M7.500 9.500a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400ZM2.500 16a5 5 0 0 1 10 0M13 9.300a2.500 2.500 0 0 0 .4-5M14.600 11.600a4.600 4.600 0 0 1 3 4.400" />)
