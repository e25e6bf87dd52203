import type { TerminalMessage } from '@netward/contract/terminal-values'
import { Alert, Button, Input, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useTheme } from '../../lib/preferences.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { HostKeyChanged } from './host-key-changed.tsx'
import { openScreen, type Screen, screenTheme } from './screen.ts'
import { openSocket, type TerminalSocket } from './terminal-socket.ts'
import type { TerminalTab } from './terminal-tab.ts'

type Over = Extract<TerminalMessage, { type: 'over' }>

/** One terminal: its screen, and what is said about it. */
export function TerminalPane(props: {
  tab: TerminalTab
  shown: boolean
  onOver: () => void
  onReconnect: () => void
}) {
  const { t } = useTranslation()
  const { tab, shown } = props
  const confirm = useConfirm()
  const theme = useTheme()
  const frame = useRef<HTMLElement>(null)
  const screen = useRef<Screen | null>(null)
  const socket = useRef<TerminalSocket | null>(null)
  const [open, setOpen] = useState(false)
  const [over, setOver] = useState<Over | null>(null)
  const heard = useRef({ onOver: props.onOver, confirm, t })
  heard.current = { onOver: props.onOver, confirm, t }

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const made = openScreen(element, { theme })
    made.fit()
    const { terminal } = made
    const opened = openSocket(
      tab.ticket,
      { columns: terminal.cols, rows: terminal.rows },
      {
        open: () => {
          setOpen(true)
          terminal.focus()
        },
        shown: (bytes) => terminal.write(bytes),
        over: (message) => {
          setOver(message)
          heard.current.onOver()
        },
      },
    )
    terminal.onData((text) => opened.type(text))
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
  }, [tab.ticket])

  useEffect(() => {
    if (screen.current !== null) screen.current.terminal.options.theme = screenTheme(theme)
  }, [theme])
  useEffect(() => {
    if (shown) screen.current?.terminal.focus()
  }, [shown])

  const copy = () => {
    const text = screen.current?.terminal.getSelection() ?? ''
    if (text === '') return
    void navigator.clipboard.writeText(text).then(
      () => notify.success(t('terminals.copied')),
      () => notify.error(t('common.copyUnsupported')),
    )
  }

  return (
    <div className="terminal-pane">
      <div className="terminal-bar">
        <Tag color={over === null && open ? 'red' : 'default'}>
          {over !== null
            ? t(`terminals.outcome.${over.outcome}`)
            : open
              ? t('terminals.recorded')
              : t('terminals.connecting', { name: tab.deviceName })}
        </Tag>
        <span className="terminal-reason" title={tab.reason}>
          {tab.reason}
        </span>
        <Input.Search
          className="terminal-find"
          size="small"
          aria-label={t('terminals.find')}
          placeholder={t('terminals.find')}
          onSearch={(text) => {
            if (text !== '') screen.current?.search.findPrevious(text)
          }}
        />
        <Button size="small" onClick={copy}>
          {t('terminals.copy')}
        </Button>
        {over === null ? (
          <Button
            size="small"
            danger
            onClick={() => {
              socket.current?.end()
              setOver({ type: 'over', outcome: 'left' })
              props.onOver()
            }}
          >
            {t('terminals.end')}
          </Button>
        ) : (
          <Button size="small" type="primary" onClick={props.onReconnect}>
            {t('terminals.reconnect')}
          </Button>
        )}
      </div>
      {over?.outcome === 'host_key_changed' && over.offered !== undefined ? (
        <HostKeyChanged
          deviceId={tab.deviceId}
          trusted={over.trusted ?? ''}
          offered={over.offered}
          onAccepted={props.onReconnect}
        />
      ) : (
        over !== null &&
        over.outcome !== 'left' && (
          <Alert
            type="warning"
            role="alert"
            showIcon
            title={t('common.reconnectQuestion')}
            description={t(`terminals.outcome.${over.outcome}`)}
          />
        )
      )}
      <section
        ref={frame}
        className="terminal-screen"
        aria-label={t('terminals.screen', { name: tab.deviceName })}
      />
    </div>
  )
}
