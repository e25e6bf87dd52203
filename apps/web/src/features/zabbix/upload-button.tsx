import { UploadOutlined } from '@ant-design/icons'
import { mostZabbixHosts, zabbixFileLimit } from '@netward/contract/zabbix-values'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../../lib/api-errors.ts'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { importList } from './zabbix.ts'

/** Uploads an export and opens its preview: nothing is added yet. */
export function UploadButton() {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const navigate = useNavigate()
  const refresh = useRefreshReads()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (file: File) => {
    setProblem(null)
    if (file.size > zabbixFileLimit * 2 ** 20) {
      setProblem(t('validation.fileSize', { size: zabbixFileLimit }))
      return
    }
    setShare(0)
    try {
      const { importId } = await apiUpload(
        'POST /monitor/api/v1/zabbix/import',
        file,
        {},
        { errors: 'caller', onProgress: setShare, timeoutMs: 120_000 },
      )
      await refresh(importList)
      await navigate({ to: paths.zabbixImport(importId) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.reported) reportError(error)
      else {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      }
    } finally {
      setShare(null)
    }
  }
  return (
    <div className="zabbix-upload">
      <Button
        type="primary"
        icon={<UploadOutlined />}
        loading={share !== null}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {share === null ? t('zabbix.upload') : t('zabbix.uploading', { percent: Math.round(share * 100) })}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".yaml,.yml,.json"
        aria-label={t('zabbix.upload')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) void send(file)
        }}
      />
      <span id={id} className="zabbix-hint">
        {t('zabbix.limits', { size: zabbixFileLimit, hosts: format.number(mostZabbixHosts) })}
      </span>
      {problem !== null && (
        <p className="zabbix-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
