import type { Profile } from '../model.ts'
import { aruba } from './aruba.ts'
import { campus } from './campus.ts'
import { cisco } from './cisco.ts'
import { comware } from './comware.ts'
import { firewalls } from './firewalls.ts'
import { fortinet } from './fortinet.ts'
import { hosts } from './hosts.ts'
import { huawei } from './huawei.ts'
import { juniper } from './juniper.ts'
import { mikrotik } from './mikrotik.ts'
import { power } from './power.ts'
import { printers } from './printers.ts'
import { routers } from './routers.ts'
import { switches } from './switches.ts'
import { ubiquiti } from './ubiquiti.ts'
import { wireless } from './wireless.ts'

/** Every family that is known. Their order does not count: the closest match wins. */
export const profiles: readonly Profile[] = [
  ...aruba,
  ...campus,
  ...cisco,
  ...comware,
  ...firewalls,
  ...fortinet,
  ...hosts,
  ...huawei,
  ...juniper,
  ...mikrotik,
  ...power,
  ...printers,
  ...routers,
  ...switches,
  ...ubiquiti,
  ...wireless,
]
