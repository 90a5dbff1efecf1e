import {
  ActionIcon,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
} from '@mantine/core'

/** Deep teal, light to dark. Mantine requires the scale; components use tokens.css. */
const brand: MantineColorsTuple = [
  '#e0efef',
  '#c2dfdf',
  '#93c5c5',
  '#5fa8a9',
  '#338b8d',
  '#177275',
  '#0b5c60',
  '#094d50',
  '#073e41',
  '#052f31',
]

/** 44 px is the bedside target; `sm` is smaller where a mouse is used, at least 32 px. */
const heights: Record<string, string> = {
  xs: '32px',
  sm: 'var(--target-mouse)',
  md: '44px',
  lg: '48px',
}
const heightOf = (size: unknown): string =>
  heights[typeof size === 'string' ? size : 'md'] ?? '44px'

const isWarning = (color: unknown): boolean =>
  color === 'orange' || color === 'yellow' || color === 'warning'
const isSmall = (size: unknown): boolean => size === 'xs' || size === 'sm'

export const mantineTheme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 6,
  fontFamily: 'var(--font)',
  defaultRadius: 'var(--radius)',
  cursorType: 'pointer',
  focusRing: 'never', // base.css draws the one focus ring
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const danger = input.color === 'danger' || input.color === 'red'
    const own = defaultVariantColorsResolver(danger ? { ...input, color: 'brand' } : input)
    if (input.variant === 'filled') {
      return danger
        ? {
            background: 'var(--danger)',
            hover: 'var(--danger-hover)',
            color: 'var(--danger-ink)',
            border: '1px solid transparent',
          }
        : {
            background: 'var(--brand)',
            hover: 'var(--brand-hover)',
            color: 'var(--brand-ink)',
            border: '1px solid transparent',
          }
    }
    if (input.variant === 'default' || input.variant === 'outline') {
      const ink = danger ? 'var(--danger)' : 'var(--brand-text)'
      return {
        background: 'var(--surface)',
        hover: 'var(--hover)',
        color: ink,
        border: '1px solid var(--line-strong)',
      }
    }
    if (input.variant === 'subtle' || input.variant === 'transparent') {
      return {
        background: 'transparent',
        hover: 'var(--hover)',
        color: danger ? 'var(--danger)' : 'var(--brand-text)',
        border: '1px solid transparent',
      }
    }
    if (input.variant === 'light') {
      const ground = danger
        ? 'var(--danger-wash)'
        : isWarning(input.color)
          ? 'var(--warn-wash)'
          : 'var(--brand-wash)'
      const ink = isWarning(input.color) ? 'var(--warn-ink)' : 'var(--ink)'
      return {
        background: ground,
        hover: 'var(--hover)',
        color: ink,
        border: `1px solid ${danger ? 'var(--danger)' : isWarning(input.color) ? 'var(--warn-edge)' : 'transparent'}`,
      }
    }
    return own
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_theme, { size }) => ({
        root: {
          '--button-height': heightOf(size),
          '--button-fz': isSmall(size) ? 'var(--size-2)' : 'var(--size-3)',
          '--button-padding-x': isSmall(size) ? '12px' : '18px',
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: 'md', variant: 'subtle' },
      vars: (_theme, { size }) => ({ root: { '--ai-size': heightOf(size) } }),
    }),
    Input: Input.extend({
      defaultProps: { size: 'md' },
      vars: (_theme, { size }) => ({
        wrapper: { '--input-height': heightOf(size), '--input-fz': 'var(--size-3)' },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'] },
      vars: () => ({
        label: { '--input-label-size': 'var(--size-2)', '--input-asterisk-color': 'var(--danger)' },
        error: { '--input-error-size': 'var(--size-2)' },
        success: { '--input-success-size': 'var(--size-2)' },
        description: { '--input-description-size': 'var(--size-2)' },
      }),
    }),
    // Panels stay beside their control, so that they work inside a native <dialog> (the rest of the
    // page is inert there).
    Popover: { defaultProps: { withinPortal: false } },
  },
})
