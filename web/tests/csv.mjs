// Tests changes of tables as text: only the changed part differs.
import assert from "node:assert/strict";

import * as csv from "../page/csv.js";

export function tableTexts() {
  const t = csv.parse('Name,Words\r\nA,"x, ""y"""\r\n"B",2');
  assert.equal(t.rows.length, 3);
  assert.equal(csv.words(t, 1, 1), 'x, "y"');
  assert.equal(t.lineEnd, "\r\n");
  assert.equal(t.rows[2].line, 3);
  assert.equal(csv.put(t, 2, 0, [["C"]]), 'Name,Words\r\nA,"x, ""y"""\r\n"C",2');
  assert.equal(csv.put(t, 2, 1, [["3", "z"], ["9", "8;"]]), 'Name,Words,\r\nA,"x, ""y""",\r\n"B",3,z\r\n,9,8;\r\n');
  assert.equal(csv.put(t, 0, 0, [["Name"]]), t.text);
  assert.equal(csv.addRow(t, 1), 'Name,Words\r\n,\r\nA,"x, ""y"""\r\n"B",2');
  assert.equal(csv.addRow(t, 3), 'Name,Words\r\nA,"x, ""y"""\r\n"B",2\r\n,\r\n');
  assert.equal(csv.deleteRows(t, 1, 1), 'Name,Words\r\n"B",2');
  assert.equal(csv.addColumn(t, 1, "N"), 'Name,N,Words\r\nA,,"x, ""y"""\r\n"B",,2');
  assert.equal(csv.addColumn(t, 2, "N"), 'Name,Words,N\r\nA,"x, ""y""",\r\n"B",2,');
  assert.equal(csv.deleteColumn(t, 1), 'Name\r\nA\r\n"B"');
  assert.equal(csv.deleteColumn(t, 0), 'Words\r\n"x, ""y"""\r\n2');
  assert.deepEqual(csv.asBlock('a\tb\n"c\nd"\te\n'), [["a", "b"], ["c\nd", "e"]]);
  assert.deepEqual(csv.asBlock('a, b'), [["a, b"]]);
  const s = csv.parse("a;b\n1\n");
  assert.equal(s.separator, ";");
  assert.equal(csv.put(s, 1, 1, [["x"]]), "a;b\n1;x\n");
}
