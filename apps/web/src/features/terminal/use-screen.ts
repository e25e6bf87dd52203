import type { TerminalMessage } from '@netward/contract/terminal-values'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../../lib/preferences.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { openScreen, type Screen, screenTheme } from './screen.ts'
import { withControl } from './terminal-keys.tsx'
import { openSocket, type TerminalSocket } from './terminal-socket.ts'

/** The screen of a terminal in an element, connected once through its ticket. */
export function useScreen(options: {
  ticket: string
  /** It is the visible one, and nothing covers it: typed input goes to it. */
  shown: boolean
  /** Ctrl was tapped on the screen: it applies to the next key. */
  control: boolean
  onControlUsed: () => void
  onMessage: (message: TerminalMessage) => void
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const confirm = useConfirm()
  const frame = useRef<HTMLElement>(null)
  const screen = useRef<Screen | null>(null)
  const socket = useRef<TerminalSocket | null>(null)
  const heard = useRef({ ...options, confirm, t })
  heard.current = { ...options, confirm, t }
  const { ticket, shown } = options

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const made = openScreen(element, { theme })
    made.fit()
    const { terminal } = made
    const opened = openSocket(
      ticket,
      { columns: terminal.cols, rows: terminal.rows },
      {
        shown: (bytes) => terminal.write(bytes),
        onMessage: (message) => {
          if (message.type === 'open' && heard.current.shown) terminal.focus()
          heard.current.onMessage(message)
        },
        over: (message) => heard.current.onMessage(message),
      },
    )
    terminal.onData((text) => {
      const { control, onControlUsed } = heard.current
      opened.type(control ? withControl(text) : text)
      if (control) onControlUsed()
    })
    terminal.onResize(({ cols, rows }) => opened.resize(cols, rows))
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.fit()
    })
    resized.observe(element)
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text') ?? ''
      const lines = text.trimEnd().split('\n').length
      if (lines < 2) return
      event.preventDefault()
      event.stopPropagation()
      const { t: say, confirm: ask } = heard.current
      const question = {
        title: say('terminals.pasteTitle'),
        text: say('terminals.pasteText', { count: lines }),
        action: say('terminals.paste'),
        danger: false,
      }
      const asked = async () => {
        if (await ask(question)) terminal.paste(text)
        terminal.focus()
      }
      void asked()
    }
    element.addEventListener('paste', paste, true)
    screen.current = made
    socket.current = opened
    return () => {
      element.removeEventListener('paste', paste, true)
      resized.disconnect()
      opened.end()
      made.dispose()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a ticket opens once; the theme follows below
  }, [ticket])

  useEffect(() => {
    if (screen.current !== null) screen.current.terminal.options.theme = screenTheme(theme)
  }, [theme])
  useEffect(() => {
    // A tab just selected is laid out a moment later, and cannot take the focus before.
    const frameId = shown ? requestAnimationFrame(() => screen.current?.terminal.focus()) : 0
    return () => cancelAnimationFrame(frameId)
  }, [shown])

  return {
    frame,
    screen,
    answer: (round: number, answers: readonly string[]) => socket.current?.answer(round, answers),
    end: () => socket.current?.end(),
    /** An on-screen key, encoded for the device's current mode. */
    press: (text: string) => {
      const terminal = screen.current?.terminal
      const cursor = terminal?.modes.applicationCursorKeysMode === true
      terminal?.input(cursor ? text.replace('\u001B[', '\u001BO') : text)
      terminal?.focus()
    },
  }
}
