<?php
// The proxy under a clock that the test moves: a function of its own namespace goes before PHP's.
namespace SuitabilityProxy;

function time(): int
{
    return (int) file_get_contents(getenv('CLOCK_FILE'));
}

require __DIR__ . '/../../../../examples/proxies/suitability-proxy.php';
