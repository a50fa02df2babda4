"""A PostgreSQL schema described from the server's own catalogs, so that two of them can be compared."""

from __future__ import annotations

from typing import Any

import psycopg

# Each gives a kind, a name, and a definition. Names inside definitions come without the schema, because it is the
# first on the search path while they are asked for.
_HERE = "(SELECT oid FROM pg_namespace WHERE nspname = %(schema)s)"
_TABLES = f"""SELECT 'table', relname, concat_ws(' ', relkind, reloptions, relrowsecurity, relpersistence,
pg_get_userbyid(relowner)) FROM pg_class WHERE relnamespace = {_HERE} AND relkind <> 'i'"""
_COLUMNS = f"""SELECT 'column', c.relname || '.' || a.attname, concat_ws(' ', a.attnum,
format_type(a.atttypid, a.atttypmod), a.attnotnull, l.collname, pg_get_expr(d.adbin, d.adrelid))
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation l ON l.oid = a.attcollation
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE c.relnamespace = {_HERE} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"""
_CONSTRAINTS = f"""SELECT 'constraint', conname, concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid))
FROM pg_constraint WHERE connamespace = {_HERE}"""
_INDEXES = f"""SELECT 'index', c.relname, concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid)
FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE c.relnamespace = {_HERE}"""
_TRIGGERS = f"""SELECT 'trigger', t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid, true), t.tgenabled)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = {_HERE} AND NOT t.tgisinternal"""
_FUNCTIONS = f"""SELECT 'function', proname, concat_ws(' ', pg_get_functiondef(oid), pg_get_userbyid(proowner))
FROM pg_proc WHERE pronamespace = {_HERE} AND prokind IN ('f', 'p')"""
_RULES = "SELECT 'rule', rulename, definition FROM pg_rules WHERE schemaname = %(schema)s"
_GRANTS = f"""SELECT 'grant', c.relname || ' to ' || coalesce(r.rolname, 'public'),
string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN '*' ELSE '' END, ', ' ORDER BY a.privilege_type)
FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
WHERE c.relnamespace = {_HERE} AND a.grantee <> c.relowner GROUP BY c.relname, r.rolname"""
_COLUMN_GRANTS = f"""SELECT 'grant', c.relname || '.' || t.attname || ' to ' || coalesce(r.rolname, 'public'),
string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type)
FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid CROSS JOIN LATERAL aclexplode(t.attacl) a
LEFT JOIN pg_roles r ON r.oid = a.grantee
WHERE c.relnamespace = {_HERE} GROUP BY c.relname, t.attname, r.rolname"""
_SCHEMA_GRANTS = """SELECT 'grant', 'schema to ' || coalesce(r.rolname, 'public'),
string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type)
FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
WHERE n.nspname = %(schema)s AND a.grantee <> n.nspowner GROUP BY r.rolname"""
_ROLE = """SELECT 'role', rolname, concat_ws(' ', rolsuper, rolcanlogin, rolcreaterole, rolbypassrls, rolreplication)
FROM pg_roles WHERE rolname = 'houseway_app'"""

_QUESTIONS = (
    _TABLES,
    _COLUMNS,
    _CONSTRAINTS,
    _INDEXES,
    _TRIGGERS,
    _FUNCTIONS,
    _RULES,
    _GRANTS,
    _COLUMN_GRANTS,
    _SCHEMA_GRANTS,
    _ROLE,
)
_PLAIN_ROLE = "f f f f f"

Description = dict[tuple[str, str], str]


def describe_schema(connection: psycopg.Connection[tuple[Any, ...]], schema: str) -> Description:
    """Everything in a schema that the migrations make, by kind and name; the schema must be on the search path."""
    found: Description = {}
    for question in _QUESTIONS:
        for kind, name, definition in connection.execute(question, {"schema": schema}):
            found[kind, name] = definition.replace(f"{schema}.", "").replace(f'"{schema}".', "")
    return found


def schema_differences(expected: Description, found: Description) -> list[str]:
    """What is missing, does not belong, or was altered, by name."""
    findings = [f"{kind} {name} is missing" for kind, name in sorted(expected.keys() - found.keys())]
    findings += [f"{kind} {name} does not belong here" for kind, name in sorted(found.keys() - expected.keys())]
    findings += [
        f"{kind} {name} was altered"
        for kind, name in sorted(expected.keys() & found.keys())
        if expected[kind, name] != found[kind, name]
    ]
    # The role is one for the whole server: it cannot be compared with one made afresh, only with what it must be.
    if found.get(("role", "houseway_app"), _PLAIN_ROLE) != _PLAIN_ROLE:
        findings.append("role houseway_app was given more than it may have")
    return findings
