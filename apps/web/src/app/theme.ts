import { type ThemeConfig, theme as antdTheme } from 'antd'
import type { Size } from '../lib/default-preferences.ts'
import type { Theme } from '../lib/preferences.ts'

/** The values of src/ui/tokens.css for the component library; change both together. */
const palettes = {
  light: {
    accent: '#0b6b83',
    accentHover: '#09586c',
    accentSoft: '#e1f1f5',
    onAccent: '#ffffff',
    link: '#0a667d',
    bg: '#f1f4f7',
    surface: '#ffffff',
    elevated: '#ffffff',
    fill: '#f6f8fa',
    hover: '#eef4f7',
    border: '#d8e0e6',
    control: '#a9b7c2',
    text: '#13212e',
    text2: '#4d5d6b',
    placeholder: '#5f6f7c',
    ok: '#0c6b43',
    bad: '#b3261e',
    warn: '#8a5a00',
  },
  dark: {
    accent: '#45bfd6',
    accentHover: '#6bd0e2',
    accentSoft: '#10303b',
    onAccent: '#04222b',
    link: '#62cde0',
    bg: '#0a121a',
    surface: '#111c26',
    elevated: '#16232f',
    fill: '#15222e',
    hover: '#1b2b38',
    border: '#243442',
    control: '#43586a',
    text: '#e4ebf1',
    text2: '#a0b2c0',
    placeholder: '#8ea2b1',
    ok: '#56cb93',
    bad: '#ff9188',
    warn: '#f1bd56',
  },
} as const

const fontSizes = { small: 12, default: 13, large: 15 } as const

/**
 * The compact theme with our palette. Colours are set after the algorithms, because the dark one would dim
 * them below the WCAG AA contrast.
 */
export function componentTheme(theme: Theme, size: Size, motion: boolean): ThemeConfig {
  const p = palettes[theme]
  return {
    algorithm: [
      theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      antdTheme.compactAlgorithm,
      (_seed, map) => ({
        ...(map ?? antdTheme.defaultAlgorithm(antdTheme.defaultSeed)),
        fontSize: fontSizes[size],
        colorPrimary: p.accent,
        colorPrimaryHover: p.accentHover,
        colorPrimaryActive: p.accentHover,
        colorPrimaryBorder: p.accent,
        colorPrimaryBg: p.accentSoft,
        colorPrimaryBgHover: p.accentSoft,
        colorPrimaryText: p.accent,
        colorPrimaryTextHover: p.accentHover,
        colorPrimaryTextActive: p.accentHover,
        colorLink: p.link,
        colorLinkHover: p.accentHover,
        colorLinkActive: p.accentHover,
        colorSuccess: p.ok,
        colorInfo: p.accent,
        colorError: p.bad,
        colorErrorHover: p.bad,
        colorErrorText: p.bad,
        colorWarning: p.warn,
        colorBgLayout: p.bg,
        colorBgContainer: p.surface,
        colorBgElevated: p.elevated,
        colorFillQuaternary: p.fill,
        colorBorder: p.control,
        colorBorderSecondary: p.border,
        colorText: p.text,
        colorTextSecondary: p.text2,
        colorTextTertiary: p.text2,
        colorTextQuaternary: p.placeholder,
      }),
    ],
    token: {
      borderRadius: 6,
      controlHeight: 32,
      fontFamily: 'var(--font)',
      wireframe: false,
      motion,
      colorTextPlaceholder: p.placeholder,
      colorTextDescription: p.text2,
      controlItemBgActive: p.accentSoft,
      controlItemBgHover: p.hover,
    },
    components: {
      Button: {
        primaryColor: p.onAccent,
        dangerColor: theme === 'dark' ? '#3a0907' : '#ffffff',
        fontWeight: 500,
      },
      Drawer: { colorBgElevated: p.surface, footerPaddingInline: 16 },
      Modal: { contentBg: p.elevated, headerBg: p.elevated },
      Tabs: { horizontalItemPadding: '10px 0', titleFontSize: 13 },
      Form: { itemMarginBottom: 26, verticalLabelPadding: '0 0 4px' },
      Pagination: { itemSize: 28 },
    },
  }
}
