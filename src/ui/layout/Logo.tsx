/** The mark: a lamp whose light is a pulse. Drawn in the colour of the text. */
export function LogoMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path
        d="M9 17.5C9 11.5 11.7 6.5 16 3c4.3 3.5 7 8.5 7 14.5a7 7 0 0 1-14 0Z"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
      <path
        d="M5 17.5h7l2-5 3.5 9 2-4H27"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M11.5 28.5h9" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  )
}
