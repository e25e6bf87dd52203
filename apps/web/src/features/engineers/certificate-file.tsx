import { FileTextOutlined, UploadOutlined } from '@ant-design/icons'
import { certificateFileLimits } from '@netward/contract/engineer-values'
import { Button, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiUpload } from '../../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { type Certificate, certificateFileRead, engineerRead } from './engineer.ts'

/** The picture or PDF of a certificate: saved, and replaced by another. */
export function CertificateFile({
  certificate: { id: certificateId, name, fileName },
}: {
  certificate: Certificate
}) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const during = async (work: () => Promise<void>) => {
    setProblem(null)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && !error.reported) {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      } else reportError(error)
    } finally {
      setBusy(false)
    }
  }
  const put = (file: File) =>
    during(async () => {
      if (file.size > certificateFileLimits.megabytes * 2 ** 20)
        return setProblem(t('errors.file.too_large', { size: certificateFileLimits.megabytes }))
      await apiUpload(
        'POST /api/v1/work/certificate/:certificateId/file',
        file,
        { certificateId },
        { errors: 'caller' },
      )
      await refresh(engineerRead)
      notify.success(t('engineers.fileStored'))
    })
  const save = () =>
    during(async () => {
      const { content, mediaType } = await api(certificateFileRead, { certificateId })
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
      saveFile(new Blob([bytes], { type: mediaType }), fileName)
    })
  return (
    <span>
      {fileName !== '' && (
        <Button
          type="link"
          size="small"
          icon={<FileTextOutlined />}
          loading={busy}
          onClick={() => void save()}
        >
          {fileName}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,.pdf"
        onChange={({ target }) => {
          const [file] = [...(target.files ?? [])]
          target.value = ''
          if (file !== undefined) void put(file)
        }}
      />
      <Tooltip title={t('engineers.fileHint', { size: certificateFileLimits.megabytes })}>
        <Button
          type="link"
          size="small"
          icon={<UploadOutlined />}
          loading={busy}
          aria-label={`${t(fileName === '' ? 'engineers.filePut' : 'engineers.fileReplace')} ${name}`}
          onClick={() => input.current?.click()}
        >
          {t(fileName === '' ? 'engineers.filePut' : 'engineers.fileReplace')}
        </Button>
      </Tooltip>
      {problem !== null && (
        <span role="alert" className="engineer-problem">
          {problem}
        </span>
      )}
    </span>
  )
}
