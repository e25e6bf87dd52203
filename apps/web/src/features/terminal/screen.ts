import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { type ITheme, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'

const themes: Record<'light' | 'dark', ITheme> = {
  light: {
    background: '#ffffff',
    foreground: '#13212e',
    cursor: '#0b6b83',
    selectionBackground: '#b9dfe9',
    white: '#4d5d6b',
    brightWhite: '#13212e',
    yellow: '#8a5a00',
    brightYellow: '#7a4f00',
    green: '#0c6b43',
    brightGreen: '#0c6b43',
  },
  dark: { background: '#0a121a', foreground: '#e4ebf1', cursor: '#45bfd6', selectionBackground: '#1f4a58' },
}

export interface Screen {
  readonly terminal: Terminal
  readonly search: SearchAddon
  fit(): void
  dispose(): void
}

/** A terminal's screen in an element. Without `readOnly`, typed input comes from `terminal.onData`. */
export function openScreen(
  element: HTMLElement,
  options: { theme: 'light' | 'dark'; readOnly?: boolean; columns?: number; rows?: number },
): Screen {
  const terminal = new Terminal({
    theme: themes[options.theme],
    fontFamily: getComputedStyle(element).getPropertyValue('--mono'),
    fontSize: 14,
    scrollback: 5_000,
    cursorBlink: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    disableStdin: options.readOnly === true,
    screenReaderMode: false,
    ...(options.columns === undefined ? {} : { cols: options.columns }),
    ...(options.rows === undefined ? {} : { rows: options.rows }),
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(search)
  terminal.open(element)
  return {
    terminal,
    search,
    fit: () => fit.fit(),
    dispose: () => terminal.dispose(),
  }
}

export const screenTheme = (theme: 'light' | 'dark'): ITheme => themes[theme]
