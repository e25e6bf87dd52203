import type { EndpointOutput } from '@netward/contract'
import { UploadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Space } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { useByFilesReason } from './by-files.tsx'
import { afterChange, filesEndpoint } from './licence.ts'
import { RenewDrawer } from './renew-drawer.tsx'
import { SignDrawer } from './sign-drawer.tsx'
import { useIsPlatform } from './use-is-platform.ts'

type Files = EndpointOutput<typeof filesEndpoint>

export function FilesPanel() {
  const { t } = useTranslation()
  const platform = useIsPlatform()
  const { data, error, refetch } = useApi(filesEndpoint, {})
  const byFiles = useByFilesReason()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [renewing, setRenewing] = useState(false)
  const [signing, setSigning] = useState<Files['signed'][number] | 'new' | null>(null)
  if (data === undefined)
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="licence-files">
      <h1>{t('licences.tabs.files')}</h1>
      <p className="quiet">{t('licences.files.hint')}</p>
      {platform && (
        <Panel
          title={t('licences.files.signed')}
          actions={
            <Permission codes={['DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE']}>
              <Space>
                <WhyButton
                  reason={byFiles ?? (chosen.length === 0 ? t('licences.files.chooseFirst') : null)}
                  onClick={() => setRenewing(true)}
                >
                  {t('licences.files.renewChosen', { count: chosen.length })}
                </WhyButton>
                <WhyButton type="primary" reason={byFiles} onClick={() => setSigning('new')}>
                  {t('licences.files.sign')}
                </WhyButton>
              </Space>
            </Permission>
          }
        >
          <Signed files={data.signed} chosen={chosen} onChoose={setChosen} onRenew={setSigning} />
        </Panel>
      )}
      <Panel
        title={t('licences.files.imported')}
        actions={
          <Permission codes={['DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_IMPORT']}>
            <ImportButton />
          </Permission>
        }
      >
        <p className="quiet">{t('licences.files.importHint')}</p>
        <Imported files={data.imported} />
      </Panel>
      <Keys />
      <RenewDrawer
        serials={chosen}
        open={renewing}
        onClose={() => setRenewing(false)}
        onDone={() => setChosen([])}
      />
      <SignDrawer renewing={signing} onClose={() => setSigning(null)} />
    </div>
  )
}

function Table({
  head,
  rows,
}: {
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className="quiet">{t('licences.files.none')}</p>
  return (
    <div className="licence-table">
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Signed({
  files,
  chosen,
  onChoose,
  onRenew,
}: {
  files: Files['signed']
  chosen: readonly string[]
  onChoose: (serials: readonly string[]) => void
  onRenew: (file: Files['signed'][number]) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Table
      head={[
        t('licences.files.choose'),
        t('licences.files.serial'),
        t('licences.files.companyCode'),
        t('licences.files.requestCode'),
        t('licences.files.revision'),
        t('licences.files.until'),
        t('licences.files.issuedAt'),
        t('licences.files.by'),
        t('common.actions'),
      ]}
      rows={files.map((file) => ({
        key: file.serial,
        cells: [
          <Checkbox
            key="choose"
            aria-label={`${t('licences.files.choose')} ${file.serial}`}
            checked={chosen.includes(file.serial)}
            // A file of the first format names no installation: it is signed anew, with one.
            disabled={file.installation === null}
            onChange={({ target }) =>
              onChoose(
                target.checked ? [...chosen, file.serial] : chosen.filter((serial) => serial !== file.serial),
              )
            }
          />,
          <span key="serial" className="mono">
            {file.serial}
          </span>,
          file.companyCode,
          file.installation === null ? (
            t('licences.files.requestCodeNone')
          ) : (
            <span key="installation" className="mono">
              {file.installation}
            </span>
          ),
          file.revision,
          format.date(file.until),
          format.dateTime(file.issuedAt),
          file.issuedBy ?? '—',
          <Button
            key="renew"
            type="link"
            size="small"
            aria-label={`${t('licences.files.renew')} ${file.serial}`}
            onClick={() => onRenew(file)}
          >
            {t('licences.files.renew')}
          </Button>,
        ],
      }))}
    />
  )
}

function Imported({ files }: { files: Files['imported'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Table
      head={[
        t('licences.files.serial'),
        t('licences.files.issuer'),
        t('licences.files.revision'),
        t('licences.files.until'),
        t('licences.files.importedAt'),
        t('licences.files.by'),
      ]}
      rows={files.map((file) => ({
        key: `${file.issuerName} ${file.serial}`,
        cells: [
          <span key="serial" className="mono">
            {file.serial}
          </span>,
          file.issuerName,
          file.revision,
          format.date(file.until),
          format.dateTime(file.importedAt),
          file.importedBy ?? '—',
        ],
      }))}
    />
  )
}

function ImportButton() {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setBusy(true)
    try {
      const { serial, revision } = await apiUpload('POST /api/v1/licence/file/import', file, {})
      notify.success(t('licences.files.done', { serial, revision }))
      await refresh(filesEndpoint, ...afterChange)
    } catch {
      // The client has reported it, with the reason.
    } finally {
      setBusy(false)
      if (input.current !== null) input.current.value = ''
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".lic"
        hidden
        aria-label={t('licences.files.drop')}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
        {t('licences.files.import')}
      </Button>
    </>
  )
}

function Keys() {
  const { t } = useTranslation()
  const { data } = useApi('GET /api/v1/licence/issuers', {})
  if (data === undefined) return null
  return (
    <>
      <Panel title={t('licences.files.requestCodeOwn')}>
        <CopyText text={data.requestCode} />
        <p className="quiet">{t('licences.files.requestCodeOwnHint')}</p>
      </Panel>
      <Panel title={t('licences.files.ownKey')}>
        <CopyText text={data.ownKey} />
        <p className="quiet">{t('licences.files.ownKeyHint')}</p>
        {data.trusted.length > 0 && (
          <p className="quiet">
            {t(data.mode === 'files' ? 'licences.files.trustedAlone' : 'licences.files.trusted', {
              count: data.trusted.length,
            })}
          </p>
        )}
      </Panel>
    </>
  )
}
