import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { SettingPath } from '../../ui/setting-path.tsx'
import { PendingState } from '../../ui/states.tsx'
import { PreviewAll } from './preview-all.tsx'
import { PreviewFound } from './preview-found.tsx'
import { ReadButton, ReadProgress, useNewlyRead, useReads } from './read-first.tsx'

const endpoint = 'POST /api/v1/device/template/:templateId/preview'

/** A version's changes, in a few sentences. */
export function WouldChangeHere({ templateId, version }: { templateId: string; version: number }) {
  const preview = useApi(endpoint, { templateId, version }).data
  if (preview === undefined) return null
  return (
    <>
      <PreviewFound found={preview} />
      {preview.compared < preview.matching && <Compared preview={preview} />}
    </>
  )
}

function Compared({ preview: { matching, compared } }: { preview: { matching: number; compared: number } }) {
  const { t } = useTranslation()
  return <p className="provisioning-hint">{t('provisioning.preview.compared', { matching, compared })}</p>
}

/** A version's changes, based on what is known of the gateways. */
export function TemplatePreview({ templateId, version }: { templateId: string; version: number }) {
  const { t } = useTranslation()
  const read = useApi(endpoint, { templateId, version })
  const preview = read.data
  const refresh = useRefreshReads()
  const reads = useReads({ templateId, version })
  const [newlyRead, noteCompared] = useNewlyRead(reads)
  const compareAgain = () => {
    noteCompared()
    void refresh(endpoint)
  }
  const again = useThrottled(() => void refresh(endpoint), 10_000)
  // Gateways that have applied a version no longer differ.
  useLiveEvents(['device.changed'], again)
  return (
    <section>
      {preview === undefined && <PendingState read={read} />}
      {preview !== undefined && (
        <>
          <PreviewFound found={preview} />
          <Compared preview={preview} />
          <ReadButton
            templateId={templateId}
            version={version}
            count={preview.readable - newlyRead - (reads?.waiting ?? 0)}
            all={false}
          />
          <ReadProgress reads={reads}>
            {newlyRead > 0 && (
              <Button onClick={compareAgain}>{t('provisioning.reads.again', { count: newlyRead })}</Button>
            )}
          </ReadProgress>
          <ul className="provisioning-changes">
            {preview.items.map((item) => (
              <li key={item.deviceId}>
                <RowLink to={paths.smartCpe(item.deviceId)}>{item.name}</RowLink>
                {item.objects > 0 && <div>{t('provisioning.preview.objects', { count: item.objects })}</div>}
                {item.differences.map(({ path, setting, actual, desired, secret }) => (
                  <div key={path}>
                    <SettingPath path={path} setting={setting} />:{' '}
                    <span className="mono">
                      {secret
                        ? t('provisioning.device.secret')
                        : `${actual ?? t('provisioning.device.unknown')} → ${desired ?? ''}`}
                    </span>
                  </div>
                ))}
              </li>
            ))}
          </ul>
          {preview.compared < preview.matching && (
            <PreviewAll templateId={templateId} version={version} summarised />
          )}
        </>
      )}
    </section>
  )
}
