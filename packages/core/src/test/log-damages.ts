const ROWS = 'kube_informer_log_v3'

/**
 * Statements that damage a stored collection with a checkpoint of several rows at resourceVersion 5, and one row of changes
 * at each of 6 and 7. A Pod in it is named `a`.
 */
export const LOG_DAMAGES: Readonly<Record<string, string>> = {
  'a changed object': `UPDATE ${ROWS} SET bodies = replace(bodies, '"a"', '"z"')`,
  'a changed identity': `UPDATE ${ROWS} SET entries = replace(entries, '/a"', '/z"')`,
  'exchanged objects': `UPDATE ${ROWS} SET bodies = (SELECT bodies FROM ${ROWS} WHERE version = '7'), bodies_checksum = (SELECT bodies_checksum FROM ${ROWS} WHERE version = '7') WHERE version = '6'`,
  'a changed resourceVersion': `UPDATE ${ROWS} SET version = '9' WHERE version = '6'`,
  'a missing row': `DELETE FROM ${ROWS} WHERE version = '6'`,
  'a missing part': `DELETE FROM ${ROWS} WHERE part = 1`,
  'a missing end': `DELETE FROM ${ROWS} WHERE version = '7'; DELETE FROM ${ROWS} WHERE last = 1 AND version = '6'; DELETE FROM ${ROWS} WHERE part = 1`,
  'a missing checkpoint': `DELETE FROM ${ROWS} WHERE covers IS NOT NULL`,
  'rows of another collection': `UPDATE ${ROWS} SET id = id + 4294967296; UPDATE kube_informer_collections_v1 SET id = id + 1`,
  'exchanged resourceVersions': `UPDATE ${ROWS} SET version = CASE version WHEN '6' THEN '7' WHEN '7' THEN '6' ELSE version END`,
  'a second checkpoint': `UPDATE ${ROWS} SET covers = 2 WHERE version = '7'`,
}
