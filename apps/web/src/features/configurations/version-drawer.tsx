import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { copied } from '../../lib/copied.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import type { Version } from './configuration.ts'

/** One version as text. Each reading is in the audit log: it is read once for as long as it is open. */
export function VersionDrawer(props: { deviceId: string; version: Version; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const { deviceId, version, onClose } = props
  const text = useRef<HTMLPreElement>(null)
  const [revealed, setRevealed] = useState(false)
  const read = useQuery({
    queryKey: ['configuration version', version.id, revealed],
    queryFn: ({ signal }) =>
      api(
        revealed
          ? 'GET /monitor/api/v1/configuration/:deviceId/versions/:versionId/secrets'
          : 'GET /monitor/api/v1/configuration/:deviceId/versions/:versionId',
        { deviceId, versionId: version.id },
        { signal, errors: 'caller' },
      ),
    staleTime: Infinity,
    gcTime: 0,
  })
  const reveal = async () => {
    const agreed = await confirm({
      title: t('configurations.revealTitle'),
      text: t('configurations.revealText'),
      action: t('configurations.reveal'),
    })
    if (agreed) setRevealed(true)
  }
  const content = read.data?.content ?? ''
  const copy = async () => {
    const byHand = () => {
      if (text.current !== null) window.getSelection()?.selectAllChildren(text.current)
    }
    if (await copied(content, byHand)) notify.success(t('common.copied'))
  }
  return (
    <Drawer
      open
      onClose={onClose}
      size={900}
      title={t('configurations.viewTitle', { time: format.dateTime(version.firstAt) })}
    >
      {read.isPending ? (
        <LoadingState />
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <>
          <div className="configuration-tools">
            <span className="quiet">
              {read.data.masked > 0 ? `${t('configurations.masked', { count: read.data.masked })} · ` : ''}
              {t('configurations.audited')}
            </span>
            <span>
              <Permission codes={['DMS_SERVER_DEVICE_CONFIG_SECRETS']}>
                {revealed ? (
                  <Button onClick={() => setRevealed(false)}>{t('configurations.hide')}</Button>
                ) : (
                  read.data.masked > 0 && (
                    <Button onClick={() => void reveal()}>{t('configurations.reveal')}</Button>
                  )
                )}
              </Permission>
              <Button onClick={() => void copy()}>{t('configurations.copy')}</Button>
            </span>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable by keyboard */}
          <pre ref={text} className="configuration-text" tabIndex={0} aria-label={t('configurations.tab')}>
            {content}
          </pre>
        </>
      )}
    </Drawer>
  )
}
