import { FileExcelOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadXlsx } from '../../lib/api-client.ts'
import { parseSearch } from '../../lib/search.ts'
import { readListState } from '../../ui/list-state.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'

/** The list under its filters as a workbook. */
export function WorkbookButton({ fields }: { fields: readonly SearchField[] }) {
  const { t } = useTranslation()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { filters } = readListState(parseSearch(searchStr), fields, [], { pageSize: 50, sort: undefined })
    try {
      await apiDownloadXlsx(
        'POST /monitor/api/v1/inventory/export/xlsx',
        { ...filters, page: 1, pageSize: 50 },
        t('shell.titles.inventory'),
      )
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<FileExcelOutlined aria-hidden="true" />} loading={busy} onClick={() => void save()}>
      {busy ? t('inventory.exporting') : t('inventory.workbook')}
    </Button>
  )
}
