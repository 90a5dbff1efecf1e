import type { ReactNode } from 'react'

/** Line icons on a 20 px grid, in the colour of the text. Each has a word or a name beside it. */
export const icon = (path: ReactNode) =>
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
export const IconClock = icon(<path d="M10 6v4.2l2.6 1.6M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />)
export const IconWarning = icon(<path d="M10 3.2 17.5 16h-15L10 3.2ZM10 8.2v3.6M10 14v.01" />)
export const IconInfo = icon(
  <path d="M10 9v5M10 6.2v.01M17.2 10a7.2 7.2 0 1 1-14.4 0 7.2 7.2 0 0 1 14.4 0Z" />,
)
export const IconMenu = icon(<path d="M3 6h14M3 10h14M3 14h14" />)
export const IconDown = icon(<path d="m5.5 8 4.5 4.5L14.5 8" />)
export const IconRight = icon(<path d="m8 5.5 4.5 4.5L8 14.5" />)
export const IconLeft = icon(<path d="M12 5.5 7.5 10l4.5 4.5" />)
export const IconUser = icon(
  <path d="M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10ZM3.8 16.6a6.4 6.4 0 0 1 12.4 0" />,
)
export const IconEye = icon(
  <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z" />,
)
export const IconEyeOff = icon(
  <path d="M3 3l14 14M8 5.2A8 8 0 0 1 10 5c4.8 0 7.5 5 7.5 5a13 13 0 0 1-2 2.6M5.3 6.5A13 13 0 0 0 2.5 10S5.2 15 10 15a7 7 0 0 0 3.2-.8M8.4 8.5a2.2 2.2 0 0 0 3.1 3.1" />,
)
